"""An experiment cut into shards, run on threads or a cluster, resumed, added up; and sweeps of them."""

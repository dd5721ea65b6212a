# SPDX-License-Identifier: Apache-2.0
"""Model texts that several scripts use."""


def hub_and_arm(law, more=""):
    """Two bodies as in Figure 1 of the planar paper, with a law at their pin."""
    return f"""[model]
format = 1
[[body]]
name = "hub"
mass = 4
inertia = 50
[[body]]
name = "arm"
mass = 5
inertia = 50
[[joint]]
name = "elbow"
between = ["hub", "arm"]
at = [[5, 0], [-3, 0]]
{law}
{more}"""
